/**
 * Stops zod from generating code at run time, which the content security policy forbids. It is the window's first
 * import, because zod reads the setting when a schema is created. zod itself comes later, with the first screen that
 * needs it, so this sets the global that zod reads.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
