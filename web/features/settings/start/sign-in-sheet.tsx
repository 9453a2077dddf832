import { createPortal } from 'react-dom'
import './sign-in-sheet.css'

/** Somebody who can sign in; the password as the server made it. */
export type SignIn = { name: string; loginId: string; password: string }

/** The paper to cut up and hand out: seen in print only, and then nothing else is. */
export function SignInSheet({ shopName, signIns }: { shopName: string; signIns: readonly SignIn[] }) {
  return createPortal(
    <section className="sign-in-sheet" aria-hidden="true">
      <h1>{shopName}</h1>
      <p>{window.location.origin}</p>
      {signIns.map(({ name, loginId, password }) => (
        <dl key={loginId}>
          <dt>{name}</dt>
          <dd>Username: {loginId}</dd>
          <dd>Password: {password}</dd>
        </dl>
      ))}
    </section>,
    document.body,
  )
}
