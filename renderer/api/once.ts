/** Makes a call once while its answer is awaited: a key pressed twice is one wish. */
import { hashKey } from '@tanstack/react-query'

type Call = (input: unknown) => Promise<unknown>

/**
 * Returns a way to call that gives the same call, made again before its answer, the same answer. Only the newest call counts: on,
 * off and on again are three.
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
