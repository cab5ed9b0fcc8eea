/** A part of the page that is there. */
export const part = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;
