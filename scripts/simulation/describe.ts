import type { Answer, RequestBody } from './protocol.ts'

/** Requests and answers as the trace of a run names them. */

export function describeRequest(request: RequestBody): string {
  if (request.path === 'file-put') return `${request.path} ${request.body.part} of ${request.body.id}`
  if (request.path === 'bootstrap') return 'bootstrap'
  if (request.path === 'numbers') return `numbers: ${request.body.count}`
  if (request.path === 'digest') return `digest ${request.body.collection}`
  if (request.path === 'pull')
    return `pull ${request.body.collection} above ${Object.values(request.body.checkpoint)
      .map(({ seq }) => seq)
      .join('/')}`
  return `push ${request.body.mutations.map(({ id, ops }) => `${id.slice(-4)} ${ops.map((op) => `${op.action} ${op.collection}/${op.id.slice(0, 4)}`).join('+')}`).join(', ')}`
}

export function describeAnswer(answer: Answer): string {
  if (answer.state !== 'ok') return answer.state === 'refused' ? `${answer.code}` : answer.state
  const body = answer.body
  if ('results' in body)
    return body.results.map(({ id, outcome, error }) => `${id.slice(-4)} ${outcome}${error === undefined ? '' : ` (${error.code})`}`).join(', ')
  if ('isTaken' in body) return 'taken'
  if ('from' in body) return `${body.from} to ${body.to}`
  if ('isMoved' in body) return body.isMoved ? 'moved' : `${body.rows} rows`
  if ('documents' in body) return `${body.documents.length} rows${body.reset.length > 0 ? ', reset' : ''}${body.gone.length > 0 ? ', gone' : ''}`
  return `${body.shops.length} shops, ${body.privileges.length} privileges`
}
