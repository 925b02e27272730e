/** Says in one line why a workspace cannot be exported or imported. */
export class ArchiveError extends Error {}
