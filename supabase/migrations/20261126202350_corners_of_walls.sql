set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.valid_corners(c jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_from jsonb;
  v_to jsonb;
  v_next jsonb;
begin
  if not coalesce(jsonb_path_match(c, 'strict $.type() == "array" && $.size() == 4
      && !exists($[*] ? (@.type() != "array" || @.size() != 2))
      && !exists($[*][*] ? (@.type() != "number" || @ < 0 || @ > 1))', silent => true), false) then
    return false;
  end if;
  for i in 0..3 loop
    v_from := c -> i;
    v_to := c -> ((i + 1) % 4);
    v_next := c -> ((i + 2) % 4);
    -- Twice the area of the three, less than nothing where they turn left.
    if ((v_to ->> 0)::numeric - (v_from ->> 0)::numeric) * ((v_next ->> 1)::numeric - (v_from ->> 1)::numeric)
       - ((v_to ->> 1)::numeric - (v_from ->> 1)::numeric) * ((v_next ->> 0)::numeric - (v_from ->> 0)::numeric) <= 0.02 then
      return false;
    end if;
  end loop;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.valid_picture_details(d jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(d) is distinct from 'object' then return false; end if;
  return (select count(*) from jsonb_object_keys(d)) <= 60
    and not exists (
      select from jsonb_each(d) p where not private.safe_url(p.key) or case when jsonb_typeof(p.value) <> 'object' then true
        else p.value - '{x,y,corners,alt}'::text[] <> '{}' or exists (
          select from jsonb_each(p.value) v where case
            when v.key = 'alt' then jsonb_typeof(v.value) <> 'string' or char_length(v.value #>> '{}') > 200
            when v.key = 'corners' then not private.valid_corners(v.value)
            when jsonb_typeof(v.value) <> 'number' then true
            else (v.value #>> '{}')::numeric not between 0 and 1 end) end);
end
$function$;

COMMENT ON COLUMN "public"."murals"."picture_details" IS 'Focus point, corners of the wall and alternative text of its pictures, by address.';

COMMENT ON FUNCTION "private"."valid_corners"(jsonb) IS 'Whether these are the corners of a wall in a photo: four points of two shares, from the top left clockwise, nowhere hollow and not tiny.';

COMMENT ON FUNCTION "private"."valid_picture_details"(jsonb) IS 'Whether this says of at most 60 pictures, by address, where the eye should rest (x and y from 0 to 1, from the left and the top), where the painted wall is (corners) and what they show (alt); each is optional.';

REVOKE ALL ON FUNCTION "private"."valid_corners"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."valid_corners"(jsonb) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."valid_corners"(jsonb) TO "service_role";

reset check_function_bodies;
