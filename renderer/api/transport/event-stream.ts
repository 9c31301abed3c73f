/**
 * Server-sent events over fetch: the browser's `EventSource` can't send the session key as a header:
 * https://developer.mozilla.org/en-US/docs/Web/API/EventSource/EventSource
 */

export type EventStream = { readonly close: () => void }

/**
 * Opens the stream and calls `onData` with the data of each event. Calls `onEnd` once when the stream is refused,
 * breaks or ends, but not after `close`.
 */
export const openEventStream = (
  open: (signal: AbortSignal) => Promise<Response>,
  onData: (data: string) => void,
  onEnd: () => void,
): EventStream => {
  const abort = new AbortController()
  /** Runs in its own task, so that a listener's error is reported and doesn't end the stream. */
  const pass = (data: string): void => {
    if (!abort.signal.aborted) onData(data)
  }

  const read = async (): Promise<void> => {
    const answer = await open(abort.signal)
    if (!answer.ok || answer.body === null) return
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
        if (data.length > 0) queueMicrotask(() => pass(data.join('\n')))
      }
    }
  }
  const end = (): void => {
    if (!abort.signal.aborted) onEnd()
  }
  read().then(end, end)
  return { close: () => abort.abort() }
}
