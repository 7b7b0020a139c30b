#ifndef PAGE_FILES_H
#define PAGE_FILES_H

// The text of one of the files in the folders beside this one, such as App/app.js, ended by a zero
// byte; NULL for a path that none of them has. File is for the page in one file, App for the app in
// the web browser, Shared for both.
const char *page_file(const char *path);

#endif
