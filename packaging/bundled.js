/** For electron-builder, before it looks for packages: the bundles hold theirs in themselves, so that there are none to add. */
export const beforeBuild = () => false
