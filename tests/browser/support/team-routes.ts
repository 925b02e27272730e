import { profileWithApplications } from './oauth-states.ts'
import { profileWithChats } from './chat-routes.ts'
import { returnedState } from './purchase-states.ts'
import { type RouteCase } from './route-case.ts'
import { taxShopStates } from './tax-states.ts'
import {
  answerNewPerson,
  clickAndWait,
  failCalls,
  limitRewards,
  waitForGraph,
} from './state-actions.ts'

export const teamRoutes: RouteCase[] = [
  { route: '/', allowedFor: 'active', redirectsTo: () => '/feed' },
  {
    route: '/feed',
    allowedFor: 'active',
    states: [
      { name: 'feed' },
      { name: 'feed-member', viewer: 'member' },
      { name: 'new-team', viewer: 'fresh' },
      { name: 'feed-empty', viewer: 'empty' },
      { name: 'feed-error', before: failCalls('posts**') },
      { name: 'feed-invoked', viewer: 'impersonator' },
      {
        name: 'composer',
        open: async (page) => {
          await page.getByRole('textbox').first().click()
          await page.keyboard.type('@a')
          await page.getByRole('option').first().waitFor()
        },
      },
      { name: 'inbox-popover', open: clickAndWait('header button', 'dialog', -2) },
      { name: 'user-menu', open: clickAndWait('header button', 'menu', -1) },
    ],
  },
  { route: '/loading', allowedFor: 'active', redirectsTo: () => '/feed' },
  {
    route: '/inbox',
    allowedFor: 'active',
    states: [
      { name: 'inbox' },
      { name: 'inbox-member', viewer: 'member' },
      { name: 'inbox-empty', viewer: 'empty' },
      { name: 'inbox-error', before: failCalls('inbox**') },
      { name: 'inbox-invoked', viewer: 'impersonator' },
    ],
  },
  {
    route: '/tv',
    allowedFor: 'active',
    states: [
      { name: 'office-screen' },
      { name: 'office-screen-empty', viewer: 'empty' },
      { name: 'office-screen-error', before: failCalls('posts**') },
    ],
  },
  {
    route: '/help',
    allowedFor: 'active',
    states: [
      { name: 'help' },
      { name: 'help-member', viewer: 'member' },
      { name: 'help-empty', viewer: 'empty' },
      { name: 'help-error', before: failCalls('people/administrators') },
    ],
  },
  {
    route: '/dashboard',
    allowedFor: 'see_dashboard',
    states: [
      { name: 'dashboard', open: waitForGraph },
      { name: 'dashboard-empty', viewer: 'empty' },
      { name: 'dashboard-error', before: failCalls('leaderboards/**') },
    ],
  },
  {
    route: '/profile/{id}',
    path: (seedData) => `/profile/${seedData.ids.member}`,
    allowedFor: 'active',
    states: [
      { name: 'profile', path: (seedData) => `/profile/${seedData.ids.me}` },
      { name: 'profile-other' },
      {
        name: 'sheet',
        path: (seedData) => `/profile/${seedData.ids.member}?tab=sheet`,
        viewer: 'member',
      },
    ],
  },
  {
    route: '/groups/{id}',
    path: (seedData) => `/groups/${seedData.ids.group}`,
    allowedFor: 'active',
    states: [
      { name: 'group' },
      { name: 'group-member', viewer: 'member' },
      { name: 'group-error', before: failCalls('groups/**') },
    ],
  },
  {
    route: '/my-team',
    allowedFor: 'active',
    states: [
      { name: 'my-team' },
      { name: 'my-team-leave', open: clickAndWait('main li button', 'dialog') },
      {
        name: 'my-team-introduce',
        before: answerNewPerson,
        open: clickAndWait('main li button', 'dialog'),
      },
      { name: 'my-team-empty', viewer: 'empty' },
      { name: 'my-team-error', before: failCalls('organization/**') },
    ],
  },
  {
    route: '/organization',
    allowedFor: 'active',
    states: [
      { name: 'organization' },
      {
        name: 'organization-person',
        path: (seedData) => `/organization?user=${seedData.ids.me}`,
      },
      { name: 'organization-empty', viewer: 'empty' },
    ],
  },
  {
    route: '/edit-profile',
    allowedFor: 'active',
    states: [
      { name: 'edit-profile' },
      profileWithApplications,
      {
        name: 'edit-profile-authenticator',
        open: async (page) => {
          await page.locator('main h2').nth(7).locator('xpath=../../button').click()
          await page.getByRole('dialog').waitFor()
          await page.evaluate(() => scrollTo(0, 0))
        },
      },
      { name: 'edit-profile-invoked', viewer: 'impersonator' },
      profileWithChats,
    ],
  },
  {
    route: '/rewards',
    allowedFor: 'active',
    states: [
      { name: 'shop' },
      { name: 'shop-mine', path: () => '/rewards?tab=mine', viewer: 'member' },
      returnedState,
      { name: 'shop-mine-empty', path: () => '/rewards?tab=mine' },
      { name: 'shop-empty', viewer: 'empty' },
      { name: 'shop-limits', before: limitRewards },
      { name: 'shop-error', before: failCalls('shop/rewards') },
      {
        name: 'redeem',
        viewer: 'member',
        open: clickAndWait('main article button:not([disabled])', 'dialog'),
      },
      {
        name: 'redeem-card',
        viewer: 'member',
        open: clickAndWait('main article button:not([disabled])', 'dialog', -1),
      },
      ...taxShopStates,
    ],
  },
]
