/**
 * Pages that people open from a bookmark, a mail or a chat, by the first part of their path: their
 * screen and the texts that load with it (web/app/routes). All pages load `common` and `errors`.
 */
export const earlyPages: Record<string, { screen: string; texts: string[] }> = {
  dashboard: {
    screen: 'web/features/dashboard/screens/DashboardScreen.tsx',
    texts: ['charts', 'dashboard', 'organization'],
  },
  feed: { screen: 'web/features/feed/screens/FeedScreen.tsx', texts: ['feed'] },
  login: { screen: 'web/features/auth/screens/index.ts', texts: ['auth'] },
  posts: { screen: 'web/features/posts/screens/PostScreen.tsx', texts: ['feed'] },
  profile: {
    screen: 'web/features/profiles/screens/ProfileScreen.tsx',
    texts: ['profile', 'organization', 'feed', 'charts'],
  },
  rewards: {
    screen: 'web/features/shop/screens/ShopScreen.tsx',
    texts: ['shop', 'rewards'],
  },
}
