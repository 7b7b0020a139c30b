#ifndef PAGE_FILES_H
#define PAGE_FILES_H

// The files of the page, as they stand beside this one, each ended by a zero byte

const char *page_style(void);
const char *page_body(void);
/// All scripts, joined in the order in which they need one another
const char *page_script(void);

#endif
