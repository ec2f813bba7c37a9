#pragma once
#include "model/reply.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

enum class AskedBy { user, us };

// The fields of a request that one server takes and another refuses with 400. A field may have several
// forms: a refusal that names it leads to the next one, after the last it is left out, and what was
// learnt stays learnt for this model. A field the user asked for is given up only where the refusal
// says that the field, and not its value, is the trouble. One server, one thread.
class OptionalFields {
public:
    // A new body begins. Nothing is known of another model than the last one.
    void begin(std::string_view model);
    // The form in which to send a field, from 0; nothing when it must be left out. `names` are what refusals
    // may call it; the first stands for it.
    std::optional<int> form(std::initializer_list<std::string_view> names, int forms = 1,
                            AskedBy asked = AskedBy::user);
    // True: a field of the last body was refused, and the next body is different.
    bool learn(int status, const ReplyError& error);

private:
    struct Field {
        std::vector<std::string> names;
        AskedBy asked = AskedBy::user;
        int refused = 0; // forms that were
        bool sent = false;
    };
    std::string m_model;
    std::vector<Field> m_fields;
};

} // namespace thoth
