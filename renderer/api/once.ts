/** Makes the same call once while its answer is awaited, because a key pressed twice means one request. */
import { hashKey } from '@tanstack/react-query'

type Call = (input: unknown) => Promise<unknown>

/**
 * Returns a function that makes calls. The newest call, repeated before its answer, isn't made again and gets that answer. Only the
 * newest counts, because on, off and on again are three calls.
 */
export const createOnce = () => {
  let newest: { readonly call: Call; readonly input: unknown; readonly answer: Promise<unknown> } | undefined
  return (call: Call, input: unknown): Promise<unknown> => {
    if (newest !== undefined && newest.call === call && hashKey([newest.input]) === hashKey([input]))
      return newest.answer
    const answer = call(input).finally(() => {
      if (newest?.answer === answer) newest = undefined
    })
    newest = { call, input, answer }
    return answer
  }
}
