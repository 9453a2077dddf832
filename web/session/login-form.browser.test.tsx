import '../styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { LoginForm } from './login-form.tsx'

test('a refused sign-in stands at the form until the next try, with the focus in the password', async () => {
  const answers = [() => Promise.resolve(false), () => Promise.reject(new TypeError('Failed to fetch')), () => Promise.resolve(true)]
  const screen = await render(<LoginForm loginId="ada" onSignIn={() => answers.shift()?.() ?? Promise.resolve(true)} />)
  const password = screen.getByLabelText('Password', { exact: true })
  const signIn = screen.getByRole('button', { name: 'Sign In' })
  await password.fill('guess')
  await signIn.click()
  await expect.element(screen.getByText('Invalid username or password')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await signIn.click()
  await expect.element(screen.getByText(/^Login failed. Please try again. ./)).toBeVisible()
  await expect.element(password).toHaveFocus()
  await signIn.click()
  await expect.element(screen.getByText(/^Login failed/)).not.toBeInTheDocument()
})
