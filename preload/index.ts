/** Runs before the page, in the sandbox, and adds only `window.stallhand`. */
import { contextBridge, ipcRenderer } from 'electron'
import { createBridge } from './bridge.ts'

contextBridge.exposeInMainWorld('stallhand', createBridge(ipcRenderer))
