import type { Privilege } from '#schema/privileges.ts'
import { signInOverHttp, type ApiClient } from './api-client.ts'
import { startServerProcess, type ServerProcess, type ServerProcessOptions } from './server-process.ts'

export const testPassword = 'secret-1'

export type ShopServer = {
  server: ServerProcess
  /** In the order of `codes`. */
  shopIds: string[]
  userIdByLogin: Record<string, string>
  signIn: (loginId: string) => Promise<ApiClient>
}

type People = Record<string, { shops?: string[]; privileges?: Privilege[] }>

const ofTheLog: Privilege[] = ['view_activity']

/** By default users belong to all shops and may read activities. */
export async function startShopServer(codes: string[], people: People, options: ServerProcessOptions = {}): Promise<ShopServer> {
  const server = await startServerProcess(options)
  try {
    const ids = await server.seed({
      shops: codes.map((code) => ({ name: `Shop ${code}`, code })),
      users: Object.entries(people).map(([loginId, { shops = codes, privileges = ofTheLog }]) => ({ loginId, password: testPassword, shops, privileges })),
    })
    return {
      server,
      shopIds: codes.map((code) => ids.shopIdByCode[code] ?? ''),
      userIdByLogin: ids.userIdByLogin,
      signIn: (loginId) => signInOverHttp(server.url, loginId, testPassword),
    }
  } catch (error) {
    await server.dispose()
    throw error
  }
}
