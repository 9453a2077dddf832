import { createPortal } from 'react-dom'
import './sign-in-sheet.css'

/** Somebody who can sign in; the password as the server made it. */
export type SignIn = { name: string; loginId: string; password: string }

/** The paper to cut up and hand out: seen in print only, and then nothing else is. Each slip is enough to sign in; the letters can be told apart. */
export function SignInSheet({ shopName, signIns }: { shopName: string; signIns: readonly SignIn[] }) {
  return createPortal(
    <section className="sign-in-sheet" aria-hidden="true">
      <h1>{shopName}</h1>
      {signIns.map(({ name, loginId, password }) => (
        <dl key={loginId}>
          <dt>{name}</dt>
          <dd>Sign in at {window.location.origin}</dd>
          <dd>
            Username: <code>{loginId}</code>
          </dd>
          <dd>
            Password: <code>{password}</code>
          </dd>
        </dl>
      ))}
    </section>,
    document.body,
  )
}
