#ifndef PAGE_FILES_H
#define PAGE_FILES_H

// The text of a file in the folders beside this one, such as App/app.js, ending with a zero byte;
// NULL for an unknown path. File has the one-file page, App the app in the web browser, Shared the
// parts of both.
const char *page_file(const char *path);

#endif
