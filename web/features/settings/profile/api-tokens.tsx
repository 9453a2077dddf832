import { KeyRound } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { ApiTokenAnswer } from '#schema/api/tokens.ts'
import { reads, revokeApiToken } from '#web/api/admin-api.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { formatDate, formatDateTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { tokensToTable } from '../online/lists-csv.ts'
import { OnlineList } from '../online/online-list.tsx'
import { useOnline, useOnlineAction } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { privilegesToWords } from './privilege-words.ts'
import { endToLastDay } from './token-end.ts'
import { t } from './profile-texts.ts'

/** A token's text is shown only on creation. */
export function ApiTokens() {
  const tokens = useOnline(reads.apiTokens)
  const shops = useBootstrap()?.shops ?? []
  const [isCreating, setIsCreating] = useState(false)
  const createButton = useRef<HTMLButtonElement>(null)
  return (
    <Section
      id="api-tokens"
      title={t.tokens()}
      text={fillNodes(t.tokensText({ api: '{api}' }), {
        api: (
          <a href="/api/docs" target="_blank" rel="noreferrer" className="-my-3 inline-block py-3 text-accent-ink underline underline-offset-2">
            {t.api()}
          </a>
        ),
      })}
    >
      <Button ref={createButton} className="mb-4" onClick={() => setIsCreating(true)}>
        <KeyRound aria-hidden="true" />
        {t.createToken()}
      </Button>
      <OnlineList
        answer={tokens}
        label={t.tokens()}
        emptyText={t.noTokens()}
        rowKey={({ id }) => id}
        toTable={(rows) => tokensToTable(rows, (id) => shops.find((shop) => shop.id === id)?.name)}
      >
        {(token) => <Token token={token} afterwards={createButton} />}
      </OnlineList>
      {isCreating && <CreateTokenDialog onClose={() => setIsCreating(false)} />}
    </Section>
  )
}

function useTokenLimits({ readOnly, shopIds, expiresAt }: ApiTokenAnswer, now: Date): string {
  const bootstrap = useBootstrap()
  const parts: string[] = []
  if (readOnly) parts.push(t.readOnly())
  if (shopIds !== null) {
    const names = bootstrap?.shops.filter(({ id }) => shopIds.includes(id)).map((shop) => shop.name) ?? []
    parts.push(names.length === 0 ? t.noShopsAnyMore() : t.onlyShops({ shops: names.join(', ') }))
  }
  if (expiresAt !== null)
    parts.push(
      Date.parse(expiresAt) > now.getTime()
        ? t.lastDayIs({ day: formatDate(endToLastDay(expiresAt)) })
        : t.endedOn({ day: formatDate(endToLastDay(expiresAt)) }),
    )
  return parts.join(' · ')
}

/** `afterwards` takes the focus when the row disappears. */
function Token({ token, afterwards }: { token: ApiTokenAnswer; afterwards: RefObject<HTMLButtonElement | null> }) {
  const { id, name, privileges, createdAt, lastUsedAt } = token
  const perform = useOnlineAction()
  const now = useNow()
  const limits = useTokenLimits(token, now)
  const [isBusy, setIsBusy] = useState(false)
  const revoke = async (): Promise<void> => {
    setIsBusy(true)
    const { ok } = await perform({ run: () => revokeApiToken(id), success: t.revoked(), failure: t.notRevoked() })
    if (ok) afterwards.current?.focus()
    else setIsBusy(false)
  }
  return (
    <>
      <span className="min-w-0 flex-1 basis-60 py-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-muted">{privilegesToWords(privileges)}</span>
        {limits !== '' && <span className="block text-sm text-muted">{limits}</span>}
        <span className="block text-sm text-muted tabular-nums">
          {lastUsedAt === null
            ? t.createdNeverUsed({ created: formatDate(createdAt) })
            : t.createdLastUsed({ created: formatDate(createdAt), used: formatDateTime(lastUsedAt, now) })}
        </span>
      </span>
      <ConfirmRow
        label={
          <>
            {t.revoke()}
            <span className="sr-only"> {name}</span>
          </>
        }
        question={t.revokeQuestion()}
        className="ml-auto"
        busy={isBusy}
        onConfirm={() => void revoke()}
      />
    </>
  )
}
