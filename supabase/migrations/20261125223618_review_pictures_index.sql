set check_function_bodies = off;

CREATE INDEX reviews_objects_idx ON public.reviews USING gin (private.object_keys(pictures)) WHERE public_visible;

reset check_function_bodies;
