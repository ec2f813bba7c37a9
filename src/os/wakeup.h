#pragma once
#include "os/descriptor.h"

namespace thoth {

// Lets any thread end another thread's wait in poll(2).
class Wakeup {
public:
    Wakeup();
    int fd() const { return m_event.fd(); } // readable after notify()
    void notify();                          // any thread
    void clear();                           // by the waiting thread, before it looks for work

private:
    Descriptor m_event;
};

} // namespace thoth
