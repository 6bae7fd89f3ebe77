/** The read models by name, as readers see them: each projection adds its row type here. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- starts empty; every projection declares its row in it
export interface ReadModels {}
