// Made by `npm run texts` from schema/texts.
export const languages = ["en","de","es","fr","it","nl","pt-BR"] as const
