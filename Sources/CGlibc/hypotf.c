#if defined(__linux__)

#include <math.h>

// Swift's static libraries hold a function that calls it, whether or not anybody calls that. glibc
// gave it a new version in 2.35, which a program would need then. A double holds the squares of
// floats, and nearly their sum.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}

#endif
