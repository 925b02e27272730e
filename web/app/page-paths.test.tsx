import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { createAppRouter } from './router.ts'

/** Routes that show that a page does not exist. */
const notFoundPaths = ['/404', '/$']

test('the contract lists the path of every page', () => {
  const { routesByPath } = createAppRouter(new QueryClient())
  const paths = Object.keys(routesByPath).filter((path) => !notFoundPaths.includes(path))
  expect(paths.map((path) => path.replaceAll('$', ':')).sort()).toEqual([...pagePaths].sort())
})
