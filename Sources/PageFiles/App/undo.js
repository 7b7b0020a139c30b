// What was just removed can be put back, for a few seconds
// Uses photos

// How high something at the lower edge is, with a gap, told to the styles of what stands above it
const tellHeight = (node, name, gap) => {
  const tell = () => {
    const height = node.offsetHeight;
    document.documentElement.style.setProperty(name, `${height && height + gap}px`);
  };
  new ResizeObserver(tell).observe(node);
};

const undo = (() => {
  const place = byId("undo");
  const words = byId("undoable");
  let timer = 0;
  // What puts it back, what it is, and where the focus was
  let current = null;

  const end = () => {
    clearTimeout(timer);
    current = null;
    place.hidden = true;
    words.textContent = "";
  };

  // Not while somebody is about to press it
  const endSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (place.matches(":hover, :focus-within") ? endSoon() : end()), 8000);
  };

  // What is outside of an open dialog can't be pressed.
  const stand = () => {
    if (!current) return;
    const home = byId("detail").open ? byId("detail") : document.body;
    const hadFocus = place.contains(document.activeElement);
    if (place.matches(":popover-open")) place.hidePopover();
    if (place.parentNode !== home) home.append(place);
    place.showPopover();
    if (hadFocus) byId("put-back").focus();
  };

  tellHeight(place, "--undo", 8);
  byId("put-back").addEventListener("click", () => {
    const { does, from } = current;
    end();
    if (from?.isConnected) from.focus();
    else byId("heading").focus();
    does();
  });

  return {
    // thing: by which it can be withdrawn
    offer: (text, thing, does) => {
      current = { thing, does, from: document.activeElement };
      place.hidden = false;
      stand();
      words.textContent = text;
      endSoon();
    },
    // It was put back in another way
    withdraw: (thing) => current?.thing === thing && end(),
    // A dialog was opened or closed
    stand,
  };
})();
