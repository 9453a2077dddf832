/** A deliberate fault of the product: each must make some seed fail, else the simulation does not see what it should. */
export type Patch = { file: string; find: string | RegExp; replace: string }
export type Mutant = { name: string; patches: Patch[] }

const one = (name: string, file: string, find: string | RegExp, replace: string): Mutant => ({ name, patches: [{ file, find, replace }] })

export const mutants: Mutant[] = [
  {
    name: 'the ledger is skipped',
    patches: [
      {
        file: 'sync-server/store/ledger.ts',
        find: 'return this.#decisionById.get(id.toLowerCase())',
        replace: 'return id === "" ? this.#decisionById.get(id) : undefined',
      },
      { file: 'sync-server/store/ledger.ts', find: "db.insertInto('mutations').values(", replace: "db.insertInto('mutations').orIgnore().values(" },
    ],
  },
  one(
    'a pulled row is not rebased',
    'web/device/outbox/local-state.ts',
    'rebaseRow(base, key, collection, mutations)',
    'rebaseRow(base, key, collection, base == null ? mutations : [])',
  ),
  one(
    'a mutation leaves the outbox before its answer',
    'web/device/sync/pusher.ts',
    'mutations, known: this.#listKnown() }, signal, limitMs),',
    "mutations, known: this.#listKnown() }, signal, limitMs).catch(() => ({ serverTime: '', results: mutations.map(({ id }) => ({ id, outcome: 'applied' as const, documents: [] })) })),",
  ),
  one(
    'the device takes another base than was seen',
    'web/device/rows/ops.ts',
    'const from = seen === undefined ? (row[field] ?? null) : seen',
    'const from = seen === null ? null : (row[field] ?? null)',
  ),
  one(
    'the server merges over the current value',
    'sync-server/store/apply/apply-update.ts',
    'base: normalizeSeen(field, from, before)',
    'base: normalizeSeen(field, from, before) === undefined ? null : before',
  ),
  one(
    'the place in the feed outlives a rollback',
    'sync-server/store/sequence/shop-sequences.ts',
    'const seq = mark.get(shopId)',
    'const seq = mark.get(shopId) === -1 ? undefined : this.#seqByShop.get(shopId)',
  ),
  one(
    'a tombstone is forgotten by the device',
    'web/device/outbox/local-state.ts',
    'return { previous: stored, row: { ...storedToRow(stored), seq: incoming.seq ?? stored.seq }, isDeleted: true }',
    'return undefined',
  ),
  one(
    'a tombstone does not enter the feed',
    'sync-server/feed/pull.ts',
    'page.documents.push(...documents)',
    'page.documents.push(...documents.filter((document) => document._deleted !== true))',
  ),
  one(
    'the device keeps a shop that was taken away',
    'web/device/recovery/removal.ts',
    'for (const collection of collections) await removeShopRows(localState, collection, shopId)',
    '',
  ),
  one(
    'the server does not ask for privileges',
    'sync-server/store/context.ts',
    'if (!canWrite(context.caller, action, table.name, context.shopId)) throw',
    'if (canWrite(context.caller, action, table.name, context.shopId) === undefined) throw',
  ),
  one(
    'mutations are pushed in parallel',
    'web/device/sync/pusher.ts',
    'else await this.#send(batch, signal)',
    'else await Promise.all(batch.map((entry) => this.#send([entry], signal)))',
  ),
  one(
    'the checkpoint is saved before its rows',
    'web/device/sync/puller.ts',
    'options.onLeftOut(await applyPulled(',
    'await localState.database.saveCheckpoint(collection, next)\n      options.onLeftOut(await applyPulled(',
  ),
  one(
    'the server does not keep what it refuses',
    'sync-server/store/decide-mutation.ts',
    /error, rows: named, body: [^}]+\}/,
    'error, rows: named, body: undefined }',
  ),
  one('the device forgets what was refused', 'web/device/outbox/outbox.ts', 'await store.refused.bulkPut(change.refused)', 'await store.refused.bulkPut([])'),
  one(
    'stock is set instead of summed',
    'schema/rules/merge/merge.ts',
    'return mergeSum(input)',
    'return input.next === null ? mergeSum(input) : mergeSet(input)',
  ),
  one('stock falls below 0', 'schema/rules/merge/merge.ts', "if (sum < 0) return { value: 0, outcome: 'floor' }", ''),
  one(
    'the later note replaces the earlier',
    'schema/rules/merge/merge.ts',
    'return mergeTextField(input)',
    'return input.next === null ? mergeTextField(input) : mergeSet(input)',
  ),
  one(
    'equal added lines become one',
    'schema/rules/merge/merge.ts',
    'mergeText(baseText, currentText, nextText, mayHoldNext)',
    'mergeText(baseText, currentText, nextText, mayHoldNext !== false)',
  ),
  one(
    'the replaced value is not named',
    'sync-server/store/apply/apply-update.ts',
    "const isReplaced = merged.outcome === 'replaced'",
    "const isReplaced = merged.outcome === 'floor'",
  ),
  one(
    'arrival decides whatever was done later',
    'schema/rules/merge/merge.ts',
    'if (wasDoneLater(currentAt, nextAt)) return',
    "if (wasDoneLater(currentAt, nextAt) && next === '') return",
  ),
  one(
    'nobody whose value was replaced is told',
    'sync-server/store/notices/notify-conflict.ts',
    /kind: isYielded \? 'stood' : 'replaced',\s+userId: mutation\.userId/,
    "kind: isYielded ? 'stood' : 'replaced', userId: isYielded ? mutation.userId : null",
  ),
  one(
    'a change of status leaves no history',
    'sync-server/store/apply/apply-update.ts',
    /if \([^)]*newStatusId[^)]*\) await writeStatusHistory\(/,
    'if (newStatusId === null) await writeStatusHistory(',
  ),
  one(
    'a deleted order leaves its payments',
    'sync-server/store/apply/apply-delete.ts',
    "if (dependant.onParentDelete !== 'cascade') continue",
    "if (dependant.onParentDelete !== 'cascade' || dependant.collection === 'payments') continue",
  ),
  one('a customer with orders can be deleted', 'sync-server/store/apply/apply-delete.ts', 'if (first !== undefined) throw', "if (first === '') throw"),
  one('a restored database keeps its epoch for the device', 'sync-server/feed/pull.ts', 'known.epoch !== epoch || ', ''),
  one(
    'the mark of a checkpoint is not looked at',
    'sync-server/feed/pull.ts',
    'if (mark !== undefined && !(await containsMark(trx, shopId, { seq, mark }))) return false',
    'if (mark !== undefined && seq < 0) return false',
  ),
  one('what the server took is not kept', 'web/device/outbox/outbox.ts', 'await store.sent.bulkPut(sent)', 'await store.sent.bulkPut([])'),
  one(
    'rows of other shops can be named',
    'sync-server/store/apply/references.ts',
    'if (row.shop_id !== context.shopId) return',
    "if (row.shop_id === '') return",
  ),
  one('circles of categories are let in', 'sync-server/store/apply/collection-rules.ts', 'if (ancestor === id) throw', "if (ancestor === '') throw"),
  one(
    "an answer without the server's mark is believed",
    'web/api/answer.ts',
    'parseServerMark(headers.get(serverMarkHeader))',
    "parseServerMark(headers.get(serverMarkHeader)) ?? { protocol: 1, serverId: known?.read() ?? '' }",
  ),
  one(
    "another server's answer is believed",
    'web/api/answer.ts',
    'if (knownId !== undefined && knownId !== mark.serverId && !adopts)',
    "if (knownId === '' && knownId !== mark.serverId && !adopts)",
  ),
  one(
    'mutations are not applied again after a crash',
    'web/device/device.ts',
    'await reconcile(localState, keys)',
    'await Promise.resolve([localState, keys, reconcile])',
  ),
  {
    name: 'the draft goes after the outbox row',
    patches: [
      { file: 'web/device/outbox/outbox.ts', find: 'await store.drafts.delete(form.mutation.draftKey)', replace: '' },
      { file: 'web/device/outbox/outbox.ts', find: 'await store.meta.put({ key: markKey(form.mutation.id), value: form.mark })', replace: '' },
    ],
  },
  one(
    'what memory held is dropped when storage was cleared',
    'web/device/outbox/outbox.ts',
    'if (this.#life !== undefined && life?.value !== this.#life) throw new StoreClearedError()',
    '',
  ),
  one(
    'a delete does not look what came since',
    'sync-server/store/deletions/unseen-changes.ts',
    'row.seq > seenSeqOf(seen, row.id))',
    'row.seq > seenSeqOf(seen, row.id) + 1e9)',
  ),
  one(
    'a restore undoes any deletion',
    'sync-server/store/apply/apply-restore.ts',
    'if (deletion !== undefined) await assertUndoesDeletion(',
    "if (deletion === '') await assertUndoesDeletion(",
  ),
  one(
    'a cancelled pair is sent after all',
    'web/device/outbox/outbox.ts',
    'await this.#deleteEntries(change.removed)',
    'if (change.bases.length > 0) await this.#deleteEntries(change.removed)',
  ),
  one(
    'a deletion in flight is taken back',
    'web/device/outbox/outbox.ts',
    'return position <= (await readOffered(this.#store))',
    'return position <= Math.min(0, await readOffered(this.#store))',
  ),
  one(
    'the time of a mutation is when it arrives',
    'sync-server/store/mutation-time.ts',
    'return Math.min(Math.max(deviceMs + offsetMs, previousMs, earliestMs), receivedMs)',
    'return Math.min(Math.max(deviceMs + offsetMs, previousMs, earliestMs, receivedMs), receivedMs)',
  ),
]
