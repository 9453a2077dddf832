import { foldText } from '../../values/customer-match.ts'

/** Words of files, in the seven languages and of other systems. */
const yes = new Set('yes,y,true,t,1,x,✓,on,stop,opted out,unsubscribed,ja,j,wahr,oui,o,vrai,si,s,verdadero,sim,verdadeiro,vero,waar'.split(','))
const no = new Set('no,n,false,f,0,-,off,opted in,subscribed,nein,falsch,non,faux,falso,nao,nee,onwaar'.split(','))

/** Null if it is neither. */
export function readYesOrNo(text: string): boolean | null {
  const word = foldText(text)
  if (yes.has(word)) return true
  return no.has(word) ? false : null
}
