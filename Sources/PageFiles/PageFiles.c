#include "PageFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
#embed "page.css"
    , 0};

static const char body[] = {
#embed "page.html"
    , 0};

static const char script[] = {
#embed "blurhash.js"
    ,
#embed "photos.js"
    ,
#embed "grid.js"
    ,
#embed "page.js"
    , 0};

const char *page_style(void) { return style; }
const char *page_body(void) { return body; }
const char *page_script(void) { return script; }
