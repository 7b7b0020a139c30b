// What the page asks of the program
