#if defined(__linux__)

#include <math.h>

// Swift's static libraries contain a function that calls hypotf, even if no program calls that
// function. glibc 2.35 gave hypotf a new symbol version, so a program would not start on an older
// system. A double can hold the squares of floats, and nearly their sum.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}

#endif
