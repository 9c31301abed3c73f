/** A hook of electron-builder. Returns false so that it adds no packages: the bundles already contain them. */
export const beforeBuild = () => false
