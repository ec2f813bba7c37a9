#pragma once
#include "base/result.h"
#include "os/descriptor.h"
#include "os/place.h"

#include <string>
#include <string_view>
#include <sys/types.h>

namespace thoth {

// A new name for a file that is on its way into or out of a place.
std::string temporary_name(const Place& place);

// A new file in the directory of a place. It has no name until it is whole, where the file system
// can do that, and vanishes with this object unless it was put into the place.
class TemporaryFile {
public:
    static Result<TemporaryFile> beside(const Place& place, mode_t mode);
    TemporaryFile(TemporaryFile&&) = default;
    ~TemporaryFile();

    int fd() const { return m_file.fd(); }
    Result<void> put(std::string_view bytes) const;
    Result<void> sync() const; // what was put survives a power cut

    // Under the place's name. Errc::already_exists when something is there.
    Result<void> link_new();
    // In the place of whatever is there.
    Result<void> rename_over();
    // Changes names with what is there, which has name() afterwards. Errc::unsupported where the
    // kernel or the file system cannot do that.
    Result<void> exchange();
    const std::string& name() const { return m_name; }
    // The name stays, whatever has it: it is somebody's work.
    void keep() { m_has_name = false; }

private:
    TemporaryFile(const Place& place, std::string name, Descriptor file, bool has_name)
        : m_place(&place), m_name(std::move(name)), m_file(std::move(file)), m_has_name(has_name) {}
    Result<void> give_name();

    const Place* m_place; // outlives this
    std::string m_name;
    Descriptor m_file;
    bool m_has_name;
};

} // namespace thoth
