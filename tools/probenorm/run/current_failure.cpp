#include "run/current_failure.h"

#include "image/files/error.h"

#include "probenorm/probenorm.hpp"

#include <new>
#include <system_error>

namespace pn::cli {

Failure currentFailure()
{
    try
    {
        throw;
    }
    catch (const Failure& failure)
    {
        return failure;
    }
    catch (const image::Error& error)
    {
        return {static_cast<Exit>(error.exitCode()), error.what()};
    }
    catch (const probenorm::Exception& error)
    {
        return failureOf(error.result(), error.what());
    }
    catch (const std::bad_alloc&)
    {
        return {Exit::RunTime, "out of memory"};
    }
    catch (const std::system_error& error)
    {
        const bool isThread = error.code() == std::errc::resource_unavailable_try_again;
        return {Exit::RunTime,
                isThread ? "a thread cannot start: too little memory, or too many threads" : error.what()};
    }
    catch (const std::exception& error)
    {
        return {Exit::RunTime, error.what()};
    }
}

} // namespace pn::cli
