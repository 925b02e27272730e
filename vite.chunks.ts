import { fileURLToPath } from 'node:url'

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null
}
/** Small Mantine modules that the first pages render at once. */
const eagerMantineModules =
  /@mantine[\\/](hooks[\\/]esm[\\/]use-(id|merged-ref|uncontrolled)|core[\\/]esm[\\/]components[\\/]ActionIcon)[\\/]/
/** Mantine modules that the sign-in pages share with other screens. */
const sharedMantineModules =
  /@mantine[\\/](hooks[\\/]esm[\\/]use-color-scheme|core[\\/]esm[\\/](components[\\/](Alert|CloseButton|Input|InputBase|PinInput|Text|TextInput)|core[\\/](MantineProvider[\\/]use-mantine-color-scheme|styles-api[\\/]use-resolved-styles-api|utils[\\/]noop)))[\\/]/
/** Icons, and small modules that light screens share with all others, such as that of a post. */
const sharedByAll =
  /@tabler.*[\\/]icons[\\/]Icon|[\\/]web[\\/]ui[\\/]Page\.tsx|[\\/]contract[\\/]permissions\.ts/
/**
 * Returns chunk groups: modules that both pages import, modules that only the first page imports,
 * modules that the second page shares with other screens, and icons that other screens share.
 */
export function firstPageChunks(first: string, second: string) {
  const modulesByPage = new Map<string, Set<string>>()
  const modulesOf = (page: string, graph: ModuleGraph) => {
    const found = modulesByPage.get(page) ?? new Set([resolvePath(page)])
    if (!modulesByPage.has(page))
      for (const id of found)
        for (const other of graph.getModuleInfo(id)?.importedIds ?? [])
          if (!other.includes('node_modules')) found.add(other)
    modulesByPage.set(page, found)
    return found
  }
  return [
    {
      debugName: 'pieces',
      priority: 2,
      name: (id: string, graph: ModuleGraph) =>
        eagerMantineModules.test(id) ||
        (modulesOf(first, graph).has(id) && modulesOf(second, graph).has(id))
          ? 'pieces'
          : null,
    },
    {
      debugName: 'feed',
      priority: 1,
      name: (id: string, graph: ModuleGraph) => (modulesOf(first, graph).has(id) ? 'feed' : null),
    },
    // Fields, buttons and notices: each file of its own would be a request before the first paint.
    {
      debugName: 'forms',
      priority: 0,
      minShareCount: 2,
      includeDependenciesRecursively: false,
      name: (id: string, graph: ModuleGraph) =>
        sharedMantineModules.test(id) || modulesOf(second, graph).has(id) ? 'forms' : null,
    },
    // Icons that several screens share: each file of its own would be a name in the start chunk.
    {
      debugName: 'icons',
      priority: 0,
      minShareCount: 2,
      includeDependenciesRecursively: false,
      name: (id: string, graph: ModuleGraph) =>
        sharedByAll.test(id) &&
        !graph
          .getModuleInfo(id)
          ?.importers.some((importer) => modulesOf(first, graph).has(importer))
          ? 'icons'
          : null,
    },
    // What several other screens share: thirty small files take five rounds of requests over
    // HTTP/1.1, and ten kilobytes more.
    {
      name: 'shared',
      priority: 0,
      minShareCount: 5,
      includeDependenciesRecursively: false,
      test: (id: string) => !id.includes('/locales/'),
    },
  ]
}
