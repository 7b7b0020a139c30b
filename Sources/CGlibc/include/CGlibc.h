// Declares nothing: this target only defines functions that Swift's libraries would otherwise take
// from glibc.
