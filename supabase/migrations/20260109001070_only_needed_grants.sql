-- Nothing that runs with the rights of an account calls these functions any more.
revoke execute on function private.leads_i_work_on(), private.require_admin() from authenticated;
