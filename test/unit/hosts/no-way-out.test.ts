/** What Chromium would connect to besides requests, on the desktop (SEC-13). */
import type { App, Session, WebContents } from 'electron'
import { expect, it } from 'vitest'
import { closeNetwork, secureEverything } from '../../../main/hosts/electron/security.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

it('SEC-13 every page can use WebRTC only through a proxy', () => {
  const switches: string[] = []
  const listeners = new Map<string, (event: object, contents: WebContents) => void>()
  const app = {
    commandLine: { appendSwitch: (name: string, value: string) => switches.push(`${name}=${value}`) },
    on: (name: string, listener: (event: object, contents: WebContents) => void) => listeners.set(name, listener),
  }
  secureEverything(app as unknown as App, createRecordingLog())
  const policies: string[] = []
  const contents = {
    on: () => undefined,
    setWindowOpenHandler: () => undefined,
    setWebRTCIPHandlingPolicy: (policy: string) => policies.push(policy),
  }
  listeners.get('web-contents-created')?.({}, contents as unknown as WebContents)
  expect(policies).toEqual(['disable_non_proxied_udp'])
  expect(switches).toEqual(['force-webrtc-ip-handling-policy=disable_non_proxied_udp'])
})

it('SEC-13 the window’s proxy does not exist, even for addresses of this computer', async () => {
  const configs: object[] = []
  const session: Pick<Session, 'setProxy'> = { setProxy: async (config) => void configs.push(config) }
  await closeNetwork(session)
  expect(configs).toEqual([
    { mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:9', proxyBypassRules: '<-loopback>' },
  ])
})
