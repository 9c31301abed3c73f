/** Runs before the page, in the sandbox: puts `window.stallhand` there, and nothing else. */
import { contextBridge, ipcRenderer } from 'electron'
import { createBridge } from './bridge.ts'

contextBridge.exposeInMainWorld('stallhand', createBridge(ipcRenderer))
