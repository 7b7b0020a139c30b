// Nothing to call: what Swift's libraries ask for is here before glibc is asked for it.
