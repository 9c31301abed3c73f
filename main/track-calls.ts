/** Waits for a feature's calls to end when the feature stops. */

/** Tracks calls, so that all have ended before the database closes. */
export const trackCalls = <H extends object>(
  handlers: H,
): { readonly handlers: H; readonly settled: () => Promise<unknown> } => {
  const running = new Set<Promise<unknown>>()
  const track = (handler: (input: unknown) => unknown) => (input: unknown) => {
    const result = handler(input)
    if (!(result instanceof Promise)) return result
    const settled = result.then(
      () => undefined,
      () => undefined,
    )
    running.add(settled)
    void settled.then(() => running.delete(settled))
    return result
  }
  const tracked = Object.entries(handlers).map(([name, handler]) => [name, track(handler)])
  return { handlers: Object.fromEntries(tracked) as H, settled: () => Promise.all(running) }
}
