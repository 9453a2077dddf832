import path from 'node:path'
import { demoCustomer, demoPassword, type DemoSignIn } from './seed-demo.ts'

export function describeDemo(url: string, signIns: readonly DemoSignIn[], dataDir: string, linkPath?: string): string[] {
  const { shopCode, countryCode, phone, accessCode } = demoCustomer
  return [
    `Sign in with the password "${demoPassword}" as:`,
    ...signIns.map(({ loginId, shops, may }) => `  ${loginId.padEnd(6)} ${may} (${shops})`),
    '',
    `The customer portal is at ${url}/${shopCode}: the number ${countryCode} ${phone} verifies with the access code "${accessCode}",`,
    `or with a text message, which goes into ${path.join(dataDir, 'sms.log')}, as messages to customers do.`,
    ...(linkPath === undefined ? [] : [`A repair as its customer sees it by the link of a message: ${url}${linkPath}`]),
  ]
}
