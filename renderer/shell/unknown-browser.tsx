import { EmptyState } from '../ui/states.tsx'

/** Shown instead of the window in a browser that the local host doesn't know. */
export const UnknownBrowser = () => (
  <main>
    <EmptyState
      heading="Stallhand does not know this browser"
      text="Stallhand is running, but a browser needs an address that works once, within ten minutes. To use this browser, run npm start again in another terminal: it opens a new address, and the running Stallhand continues."
    />
  </main>
)
