-- The function gets another parameter, the direction of a person's posts
-- (functions/posts_search.sql).
drop function if exists posts_search;
