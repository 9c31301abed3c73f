/** The window's entry: picks the transport its host offers, and mounts the shell. */
import './without-jit.ts'
import './ui/base/base.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { StallhandContract } from '../shared/ipc/contract.ts'
import { createQueryClient, keepFresh } from './api/cache.ts'
import { ApiContext } from './api/hooks.ts'
import { createClient } from './api/transport/client.ts'
import { createElectronTransport } from './api/transport/electron-transport.ts'
import { logInToLocalHost } from './api/transport/local-login.ts'
import { createLocalTransport } from './api/transport/local-transport.ts'
import { dropFailedStyles } from './shell/loaded.ts'
import { Shell } from './shell/shell.tsx'
import { EmptyState } from './ui/feedback/states.tsx'
import { toastFailure } from './ui/feedback/toast.tsx'

/** Shown instead of the window in a browser that the local host doesn't know. */
const UnknownBrowser = () => (
  <main>
    <EmptyState
      heading="Stallhand doesn’t know this browser"
      text="Stallhand is running, but a browser needs an address that works once, within ten minutes. To use this browser, run npm start again in another terminal: it opens a new address, and the running Stallhand continues."
    />
  </main>
)

dropFailedStyles(document)
const element = document.getElementById('root')
if (element === null) throw new Error('The document has no root element')
const root = createRoot(element)

const mountShell = (transport: Parameters<typeof createClient>[0]): void => {
  const api = createClient<StallhandContract>(transport)
  const cache = createQueryClient(toastFailure)
  keepFresh(api, cache)
  root.render(
    <StrictMode>
      <ApiContext value={api}>
        <QueryClientProvider client={cache}>
          <Shell />
        </QueryClientProvider>
      </ApiContext>
    </StrictMode>,
  )
}

if (window.stallhand !== undefined) mountShell(createElectronTransport(window.stallhand))
else if (await logInToLocalHost()) mountShell(createLocalTransport())
else root.render(<UnknownBrowser />)
