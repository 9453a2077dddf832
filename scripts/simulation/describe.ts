import type { Answer, RequestBody } from './protocol.ts'

/** Requests and answers as the trace of a run names them. */

export function describeRequest(request: RequestBody): string {
  if (request.path === 'file-put') return `${request.path} ${request.body.part} of ${request.body.id}`
  if (request.path === 'pull')
    return `pull ${request.body.collection} above ${Object.values(request.body.checkpoint)
      .map(({ seq }) => seq)
      .join('/')}`
  if (request.path !== 'push') return request.path
  return `push ${request.body.mutations.map(({ id, ops }) => `${id.slice(-4)} ${ops.map((op) => `${op.action} ${op.collection}/${op.id.slice(0, 4)}`).join('+')}`).join(', ')}`
}

export function describeAnswer(answer: Answer): string {
  if (answer.state !== 'ok') return answer.state === 'refused' ? answer.code : answer.state
  const { body } = answer
  if ('results' in body)
    return body.results.map(({ id, outcome, error }) => `${id.slice(-4)} ${outcome}${error === undefined ? '' : ` (${error.code})`}`).join(', ')
  if ('from' in body) return `${body.from} to ${body.to}`
  return 'documents' in body ? `${body.documents.length} rows${body.reset.length > 0 ? ', reset' : ''}` : 'done'
}
