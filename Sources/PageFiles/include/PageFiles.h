#ifndef PAGE_FILES_H
#define PAGE_FILES_H

// The files of the page, as they stand in the folders beside this one, each ended by a zero byte:
// for the page in one file (page_…), and for the app in the web browser (app_…). What both have in
// common is in both. Scripts are joined in the order in which they need one another.

const char *page_style(void);
const char *page_body(void);
const char *page_script(void);

const char *app_style(void);
const char *app_body(void);
const char *app_script(void);

#endif
