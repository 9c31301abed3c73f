/** What a script does to use the local host: log in with the printed address, keep the cookie, read the stream. */

/** Opens the address once and gives back the cookie to send from then on. */
export const logIn = async (address: string): Promise<string> => {
  const answer = await fetch(address, { redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (answer.status !== 302 || cookie === undefined) throw new Error(`The login was answered with ${answer.status}`)
  return cookie
}

/** Enough of a browser's EventSource, with the cookie that Node's fetch would not keep, and a line that can be broken. */
export const openEventSource = (url: string, cookie: string): EventSource & { readonly breakLine: () => void } => {
  const abort = new AbortController()
  let broken = false
  const source = {
    readyState: 0,
    onmessage: null as EventSource['onmessage'],
    onerror: null as EventSource['onerror'],
    close: () => {
      source.readyState = 2
      source.onerror = null
      source.onmessage = null
      abort.abort()
    },
    /** As when the machine slept: the stream ends, and this source will not open another by itself. */
    breakLine: () => {
      broken = true
      abort.abort()
    },
  }

  const read = async (): Promise<void> => {
    const answer = await fetch(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' }, signal: abort.signal })
    if (answer.status !== 200 || answer.body === null) throw new Error(`The stream was answered with ${answer.status}`)
    source.readyState = 1
    let text = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = text
          .slice(0, end)
          .split('\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice(6))
          .join('\n')
        text = text.slice(end + 2)
        if (data !== '' && !broken) source.onmessage?.call(source as never, { data } as MessageEvent)
      }
    }
  }
  const end = (): void => {
    source.readyState = 2
    source.onerror?.call(source as never, {} as never)
  }
  read().then(end, end)
  return source as unknown as EventSource & { readonly breakLine: () => void }
}
