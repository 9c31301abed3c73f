/** Code of the frame that is loaded beside the first screen. */

const AGAIN_AFTER_MS = 500

/** Resolves with what `load` gives. Where it gives nothing, because the host is just being started again, it is asked until it does. */
export const loaded = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
  }
}
