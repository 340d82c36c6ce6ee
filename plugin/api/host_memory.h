#pragma once

#include "api/context.h"

namespace pn::api {

void registerHostMemory(PnContext_T* context, const void* memory, std::uint64_t bytes);
void unregisterHostMemory(PnContext_T* context, const void* memory);

} // namespace pn::api
