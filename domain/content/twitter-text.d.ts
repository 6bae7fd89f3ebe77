/** The package ships no types. Its root module loads twice as much as this one function needs. */
declare module 'twitter-text/dist/parseTweet.js' {
  const parseTweet: (text: string) => { readonly weightedLength: number };
  export default parseTweet;
}

declare module 'twitter-text/dist/regexp/validDomain.js' {
  const validDomain: RegExp;
  export default validDomain;
}
