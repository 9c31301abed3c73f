/** The window's entry: picks the transport its host offers, and mounts the shell. */
import './without-jit.ts'
import './ui/base.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { StallhandContract } from '../shared/ipc/contract.ts'
import { createQueryClient, keepFresh } from './api/cache.ts'
import { createClient } from './api/client.ts'
import { createElectronTransport } from './api/electron-transport.ts'
import { ApiContext } from './api/hooks.ts'
import { logInToLocalHost } from './api/local-login.ts'
import { createLocalTransport } from './api/local-transport.ts'
import { dropFailedStyles } from './shell/loaded.ts'
import { Shell } from './shell/shell.tsx'
import { UnknownBrowser } from './shell/unknown-browser.tsx'
import { toast } from './ui/toast.tsx'

dropFailedStyles(document)
const element = document.getElementById('root')
if (element === null) throw new Error('The document has no root element')
const root = createRoot(element)

const mountShell = (transport: Parameters<typeof createClient>[0]): void => {
  const api = createClient<StallhandContract>(transport)
  const cache = createQueryClient((text) => toast({ text, tone: 'danger' }))
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
