/** What one wants to know before any rule is broken: how the app is meant, in a few paragraphs each. */
import type { Explanation } from './explanation.ts'

export const guides = {
  start: {
    title: 'How to begin',
    text: [
      'Stallhand opens on a practice shop that it plays itself: buyers, items, notifications, and a network that you can break. Nothing there reaches a real person, so everything can be tried.',
      'The first steps on the Practice screen show the three things the app is for. When you feel at home, add your own shop under Settings, Connections.',
    ],
    whatToDo: 'Put the first steps back on the screen with the button in this window, at any time.',
  },
  connect: {
    title: 'Connecting your own shop',
    text: [
      'You need the address of the platform, and an application of your own on its developer pages: that gives a client id and a client secret. Begin with the sandbox, where nothing reaches a real buyer.',
      'Add a connection leads through it step by step and checks every service at the end. You can go back at any step; what you typed is kept.',
    ],
    whatToDo: 'Settings, Connections, Add a connection.',
  },
  offline: {
    title: 'Working offline',
    text: [
      'Everything you write is on this computer’s disk before anything else happens. Messages wait in the outbox and go out by themselves when the platform can be reached again, in the order you wrote them.',
      'Saves of items do not wait by themselves: you see what a save would delete just before it goes, and that needs the platform’s present record. The edit itself is kept.',
    ],
  },
  production: {
    title: 'Production, and not doing harm',
    text: [
      'A production connection is crimson at the top of the window and on every button that sends. Before its first change after a start Stallhand asks once.',
      'Lock to reading, in the settings of the open connection, keeps everything from going out, over restarts as well.',
    ],
  },
  secrets: {
    title: 'Secrets',
    text: [
      'A secret is what would let somebody else act as you. Secrets are kept in this computer’s key store where it has one, and otherwise in memory only, until Stallhand ends.',
      'They are never shown again, and are in no backup, export, log or report.',
    ],
    whatToDo: 'See Where are my secrets, in the settings.',
  },
  data: {
    title: 'Backups, and moving to another computer',
    text: [
      'Backups are made by themselves before anything that could harm the database, and whenever you ask. Restoring one first backs up what is there.',
      'Export puts all of a connection into one file without secrets. Import on another computer takes it in; then sign in there.',
    ],
    whatToDo: 'Settings, Storage.',
  },
  unknown: {
    title: 'When it is not known whether something arrived',
    text: [
      'An answer can be lost on the way back. Stallhand then does not send again: it reads the thread, or the item, and compares.',
      'Where reading does not tell, it shows what it found and leaves the decision to you.',
    ],
  },
  keyboard: {
    title: 'Working by keyboard',
    text: [
      'Every screen can be used without a mouse. Press ? for the keys of the screen you are on, and Ctrl K (⌘ K on a Mac) to find any act, record, setting or page of this help by a few letters.',
      'Escape goes one level out, always.',
    ],
  },
} as const satisfies Readonly<Record<string, Explanation>>
