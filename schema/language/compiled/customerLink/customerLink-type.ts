// Made by `npm run texts` from schema/texts.
export type CustomerLinkTexts = { "title": () => string; "done": () => string; "qrCode": () => string; "copyLink": () => string; "share": () => string; "look": () => string }
