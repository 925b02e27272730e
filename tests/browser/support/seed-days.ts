import { type AppUnderTest, callApi } from './app-under-test.ts'

/** Adds three days of a team: a yearly one of a few people, one for managers, and one that is off. */
export async function makeDays(
  product: AppUnderTest,
  founder: string,
  { budget, ids }: { budget: string | null; ids: string[] },
): Promise<void> {
  const year = new Date().getFullYear()
  const add = (day: object) => callApi(product, 'POST', '/celebrations/days', founder, day)
  await add({
    name: 'Founders’ day',
    date: '2015-05-12',
    yearly: true,
    audience: { user_ids: ids },
    text: 'Thank you for starting {team}, {names}!',
    points: 100,
    budget_id: budget,
  })
  await add({
    name: 'Ten years of the Berlin office',
    date: `${year + 1}-09-03`,
    audience: {},
    everyone: true,
    text: 'Ten years in Berlin. Thank you, {names}!',
    hour: 10,
  })
  await add({
    name: 'Certification of the support team',
    date: '2020-02-29',
    yearly: true,
    audience: { user_ids: ids.slice(0, 1) },
    text: 'Certified again: congratulations, {names}!',
    points: 25,
    enabled: false,
  })
}
